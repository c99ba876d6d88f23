# syntax=docker/dockerfile:1
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY mobile/package.json mobile/
RUN npm ci
COPY . .
# Files that only compilers and debuggers read are a third of node_modules. npm keeps TypeScript as an optional peer of a package.
RUN NODE_ENV=production npm run build && npm prune --omit=dev \
  && rm -rf node_modules/typescript node_modules/@typescript \
  && find node_modules -type f '(' -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' ')' -delete

FROM node:24-bookworm-slim
# Postgres and its watchdog are child processes. Process 1 (tini) must reap those that outlive their parent.
RUN apt-get update && apt-get install -y --no-install-recommends tini && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/scripts/run.mjs /app/scripts/build.mjs /app/scripts/end-with-npm.mjs ./scripts/
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN install -d -o node -g node /data
# The user "node", by number, so that Kubernetes can check that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 3000
# With --read-only it needs a tmpfs on /tmp. It writes to /data and nowhere else.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/usr/bin/tini", "--"]
CMD ["node", "scripts/run.mjs", "server"]
