import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'
import { format, resolveConfig } from 'prettier'
import type { BenchRow } from './measuring/BenchRow.ts'

const FILE = 'docs/bench.md'
const README = 'README.md'
const BEGIN = '<!-- bench: written by npm run bench -->'
const END = '<!-- /bench -->'

/** The rows that the README shows, by how they begin. */
const TELLING = [
  'indicators, geometric mean',
  'backtest of EMA',
  'closed candle → all signals',
  'one signal → 10,000 users',
  'stop touched → order handed over',
  'GraphQL list of 100 trades',
] as const

/**
 * Writes the rows as a Markdown table to docs/bench.md and the most telling ones to the README, between the markers of each; returns the
 * whole table. Throws, with nothing written, when a telling row or a marker is missing.
 */
export async function writeTable(rows: readonly BenchRow[]): Promise<string> {
  const missed = rows.filter(({ reached }) => !reached).length
  const summary = `Node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}: ${rows.length - missed} of ${rows.length} rows reached. 1,000,000 one-minute candles where nothing else is said; each contender in a process of its own, taking turns. Read the ratios: absolute figures move with the machine.`
  const table = `${summary}\n\n${tableOf(rows)}`
  const telling = TELLING.map((beginning) => {
    const row = rows.find(({ what }) => what.startsWith(beginning))
    if (!row) throw new Error(`no row begins with "${beginning}", which the README shows`)
    return row
  })
  const texts = await Promise.all([between(FILE, table), between(README, tableOf(telling))])
  await Promise.all([writeMarkdown(FILE, texts[0]), writeMarkdown(README, texts[1])])
  return table
}

function tableOf(rows: readonly BenchRow[]): string {
  return [
    '| what | ours | measured beside it | ratio | wanted | reached |',
    '| --- | --: | --- | --: | --- | --- |',
    ...rows.map(
      ({ what, ours, peer, ratio, wanted, reached }) => `| ${[what, ours, peer, ratio, wanted, reached ? 'yes' : '**no**'].join(' | ')} |`,
    ),
  ].join('\n')
}

/** The text of a file with something else between its markers. */
async function between(file: string, content: string): Promise<string> {
  const text = await readFile(file, 'utf8')
  const begin = text.indexOf(BEGIN)
  const end = text.indexOf(END)
  if (begin < 0 || end < begin) throw new Error(`${file} lacks the markers ${BEGIN} and ${END}`)
  return `${text.slice(0, begin)}${BEGIN}\n\n${content}\n\n${text.slice(end)}`
}

async function writeMarkdown(file: string, text: string): Promise<void> {
  await writeFile(file, await format(text, { ...(await resolveConfig(file)), parser: 'markdown' }))
}
