/** Plain JavaScript on Node's own modules: what a command does before anything is installed. */
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv, TextDecoder } from 'node:util'

/** Takes the settings of a file, when it is there, into the environment; what is set there already stays. A byte order mark is no part of the first name. */
export function loadSettings(file, environment) {
  if (!existsSync(file)) return
  const bytes = readFileSync(file)
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
  for (const [name, value] of Object.entries(parseEnv(new TextDecoder(encoding).decode(bytes)))) environment[name] ??= value
}
