// The headless engine's command line; one entry, so that `npm run engine -- …` and `node dist/engine/cli.js …` are the same.
import '../engine/cli.ts'
