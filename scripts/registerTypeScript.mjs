/** Lets this process import TypeScript. Other processes get it as `--import #typescript` (package.json, imports). */
import { register } from 'node:module'

process.setSourceMapsEnabled(true)
register('./loadTypeScript.mjs', import.meta.url)
