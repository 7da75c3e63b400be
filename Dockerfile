# Sitrep in a container: one volume (/data) for the matches, one port, no root.
#
#   docker build -t sitrep .
#   docker run -p 8000:8000 -v sitrep:/data sitrep

FROM python:3.12-slim AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python -m venv /opt/sitrep
WORKDIR /src
COPY requirements/run.txt requirements/postgres.txt requirements/mail.txt requirements/pictures.txt requirements/push.txt requirements/
RUN /opt/sitrep/bin/pip install --no-deps --require-hashes -r requirements/run.txt -r requirements/postgres.txt \
    -r requirements/mail.txt -r requirements/pictures.txt -r requirements/push.txt
COPY pyproject.toml LICENSE ./
COPY service service
COPY web web
COPY schemas schemas
# Nothing that builds or installs goes into the image.
RUN /opt/sitrep/bin/pip install --no-deps --no-build-isolation . \
    && /opt/sitrep/bin/pip uninstall --yes hatchling pathspec pluggy tomlkit trove-classifiers setuptools pip

FROM python:3.12-slim
ENV PATH=/opt/sitrep/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    SITREP_DATA=/data
RUN groupadd --system --gid 10001 sitrep \
    && useradd --system --uid 10001 --gid 10001 --home-dir /data --create-home sitrep \
    && pip uninstall --yes pip
COPY --from=build /opt/sitrep /opt/sitrep
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
ENTRYPOINT ["sitrep"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000"]
