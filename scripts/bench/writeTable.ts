import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'
import { format, resolveConfig } from 'prettier'
import type { BenchRow } from './measuring/BenchRow.ts'

const FILE = 'docs/bench.md'
const README = 'README.md'
const BEGIN = '<!-- bench: written by npm run bench -->'
const END = '<!-- /bench -->'

/** Writes the rows as a Markdown table to docs/bench.md and between the README's markers, and answers it. */
export async function writeTable(rows: readonly BenchRow[]): Promise<string> {
  const missed = rows.filter(({ reached }) => !reached).length
  const table = [
    `Node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}: ${rows.length - missed} of ${rows.length} rows reached. 1,000,000 one-minute candles where nothing else is said; each contender in a process of its own, taking turns. Read the ratios: absolute figures move with the machine.`,
    '',
    '| what | ours | measured beside it | ratio | wanted | reached |',
    '| --- | --: | --- | --: | --- | --- |',
    ...rows.map(
      ({ what, ours, peer, ratio, wanted, reached }) => `| ${[what, ours, peer, ratio, wanted, reached ? 'yes' : '**no**'].join(' | ')} |`,
    ),
  ].join('\n')
  await writeMarkdown(FILE, `# The last run of \`npm run bench\`\n\n${table}\n`)
  const readme = await readFile(README, 'utf8')
  const begin = readme.indexOf(BEGIN)
  const end = readme.indexOf(END)
  if (begin < 0 || end < begin) throw new Error(`${README} lacks the markers ${BEGIN} and ${END}`)
  await writeMarkdown(README, `${readme.slice(0, begin)}${BEGIN}\n\n${table}\n\n${readme.slice(end)}`)
  return table
}

async function writeMarkdown(file: string, text: string): Promise<void> {
  await writeFile(file, await format(text, { ...(await resolveConfig(file)), parser: 'markdown' }))
}
