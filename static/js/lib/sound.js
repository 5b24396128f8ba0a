// @ts-check
/** Short sounds of wood, made here. Off by default where people play with a finger. */
import { recall, remember } from "./noted.js";

const KEY = "kitchen-table:sound";

/** @type {AudioContext | null} */
let audio = null;

export function soundIsOn() {
  const wish = recall(KEY);
  return wish === null ? !matchMedia("(pointer: coarse)").matches : wish === "on";
}

/** @param {boolean} on */
export function turnSound(on) {
  remember(KEY, on ? "on" : "off");
  if (on) knock();
}

/** Whether a sound would be heard: browsers are silent on a page that nobody has touched. */
export function canSound() {
  return soundIsOn() && "AudioContext" in globalThis && Boolean(navigator.userActivation?.hasBeenActive);
}

/** Two knocks on the table: your turn. */
export function knock() {
  knocks([0, 0.16]);
}

/** Three: somebody waits for you. */
export function knockHarder() {
  knocks([0, 0.14, 0.28]);
}

/** One of the last seconds, as soft as a fingernail on the edge of the table. */
export function tick() {
  if (!canSound()) return;
  const place = listen();
  thump(place, { at: 0, from: 900, to: 620, loud: 0.05, long: 0.05 });
}

/** @param {number[]} moments  in seconds from now */
function knocks(moments) {
  if (!canSound()) return;
  const place = listen();
  for (const at of moments) {
    thump(place, { at, from: 210, to: 92, loud: 0.32, long: 0.13 });
    thump(place, { at, from: 1300, to: 400, loud: 0.06, long: 0.025 });
  }
}

/** @returns {AudioContext} */
function listen() {
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  return audio;
}

/**
 * A tone that falls and dies away, as struck wood does.
 * @param {AudioContext} place
 * @param {{at: number, from: number, to: number, loud: number, long: number}} how
 */
function thump(place, { at, from, to, loud, long }) {
  const start = place.currentTime + at;
  const tone = place.createOscillator();
  const gain = place.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(from, start);
  tone.frequency.exponentialRampToValueAtTime(to, start + long);
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
  tone.connect(gain).connect(place.destination);
  tone.start(start);
  tone.stop(start + long);
}
