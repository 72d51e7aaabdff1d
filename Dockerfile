# One process with everything in it, for production: the embedded database, its files and the secret live in /data.
# It needs SMTP_URL and MAIL_FROM, or SMTP_URL=none, with which no email leaves.
# To look around instead: docker run -p 127.0.0.1:3000:3000 -e NODE_ENV=development $(docker build -q .)
FROM node:24-bookworm-slim AS build
WORKDIR /twofold
COPY . .
RUN npm ci --no-audit --no-fund \
  && node -e "import('./scripts/build-web.mjs').then((web) => web.ensureWeb(process.execPath))" \
  && npm prune --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/stripe/cjs && find node_modules/stripe -name '*.d.ts' -delete

FROM node:24-bookworm-slim
WORKDIR /twofold
COPY --from=build /twofold .
# GET /version returns it: docker build --build-arg COMMIT=$(git rev-parse HEAD) .
ARG COMMIT=
RUN printf '%s' "$COMMIT" > commit
RUN mkdir /data && chown node:node /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --start-interval=2s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# It ends on SIGTERM; finishing what is in flight takes up to 30 s: give it longer than that.
CMD ["node", "--disable-warning=ExperimentalWarning", "server/src/main.ts"]
