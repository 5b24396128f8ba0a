# Kitchen Table in a container: packages are built in one stage, the other one only runs them.
FROM python:3.13-slim AS packages
WORKDIR /build
COPY requirements.lock .
RUN python -m venv /opt/venv \
    && /opt/venv/bin/pip install --no-cache-dir --require-hashes --no-deps -r requirements.lock

FROM python:3.13-slim
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    HOST=0.0.0.0 \
    PORT=8000 \
    DATABASE_URL=sqlite:////data/kitchen-table.db
COPY --from=packages /opt/venv /opt/venv
WORKDIR /srv/kitchen-table
COPY pyproject.toml ./
COPY migrations migrations
COPY static static
COPY templates templates
COPY app app
RUN mkdir /data && chown 10001:10001 /data
USER 10001:10001
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as u; u.urlopen(f\"http://127.0.0.1:{os.environ['PORT']}/healthz\", timeout=2)"]
ENTRYPOINT ["python", "-m", "app"]
CMD ["serve"]
