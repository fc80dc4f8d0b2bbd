import { writeFileSync } from 'node:fs'
import { ENVIRONMENTS } from './launch/knownSettings.ts'

const HEAD = `# Settings, each with its default. Copy this file to .env and take the # off what you change.
# The environment of a command wins over .env. Secrets are not set here: the first start makes them in the data folder.
`

/** The text of .env.example: every setting that a process reads, once, with its description and default. */
export function environmentExample(): string {
  const lines = new Map<string, string>()
  for (const { shape } of ENVIRONMENTS) {
    for (const [name, field] of Object.entries(shape)) {
      const description = field.description
      if (description === undefined) continue
      const given = field.safeParse(undefined)
      const standard = typeof given.data === 'string' || typeof given.data === 'number' ? String(given.data) : ''
      lines.set(name, `\n# ${description}\n#${name}=${standard}\n`)
    }
  }
  return HEAD + [...lines.values()].join('')
}

if (process.argv[1]?.endsWith('environmentExample.ts')) writeFileSync('.env.example', environmentExample())
