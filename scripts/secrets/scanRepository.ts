import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { findSecrets } from './findSecrets.ts'

const MOST_BYTES = 1_000_000_000

/** Where a file that git keeps looks as if it held a secret, one line each. Throws outside a git checkout. */
export function secretsInTree(): readonly string[] {
  const files = git('ls-files', '-z').split('\0')
  return files
    .filter((file) => file !== '' && existsSync(file))
    .flatMap((file) => findSecrets(readFileSync(file, 'latin1')).map(({ line, kind }) => `${file}:${line}: ${kind}`))
}

/** The same of every line that any commit of this clone ever added: what was taken out again is still there to be read. */
export function secretsInHistory(): readonly string[] {
  const log = git('log', '--all', '--patch', '--unified=0', '--no-color', '--no-ext-diff', '--format=%h', '--', '.', ':!package-lock.json')
  const lines = log.split('\n')
  const isAdded = (line: string) => line.startsWith('+')
  const found = findSecrets(lines.map((line) => (isAdded(line) ? line : '')).join('\n'))
  return found.map(({ line, kind }) => {
    const before = lines.slice(0, line)
    const commit = before.findLast((text) => /^[0-9a-f]{7,40}$/.test(text))
    const file = before.findLast((text) => text.startsWith('+++ '))?.slice('+++ b/'.length)
    return `commit ${commit}, ${file}: ${kind}`
  })
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { encoding: 'latin1', maxBuffer: MOST_BYTES, stdio: ['ignore', 'pipe', 'pipe'] })
}
