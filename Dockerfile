# One process with everything in it: the embedded database, its files and the secret live in /data.
FROM node:24-bookworm-slim
WORKDIR /twofold
COPY . .
RUN npm ci --no-audit --no-fund && node -e "import('./scripts/build-web.mjs').then((web) => web.ensureWeb(process.execPath))" \
  && mkdir /data && chown -R node:node /data /twofold/node_modules/.twofold
USER node
ENV HOST=0.0.0.0 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
# Finishing what is in flight takes up to 30 s: stop it with a longer time than that.
STOPSIGNAL SIGTERM
CMD ["node", "scripts/start.mjs"]
