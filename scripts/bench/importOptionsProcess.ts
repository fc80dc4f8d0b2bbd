/** Imports a file of option minutes into a new market, as `import-options` does, and prints how long it took and the most memory it held. */
import { importOptions } from '../../engine/cli/importOptions.ts'

const [file = '', market = ''] = process.argv.slice(2)
const startedAt = performance.now()
await importOptions(['--options', file, '--market', market])
const ms = performance.now() - startedAt
process.stdout.write(JSON.stringify({ ms, megabytes: process.resourceUsage().maxRSS / 1_024 }))
