import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file))
  .sort()
const FOLDERS = new Set(FILES.flatMap(foldersOf))
const TOP = [...FOLDERS].filter((folder) => !folder.includes('/'))
const NAMES = FILES.map((file) => path.posix.basename(file))
const decisions = FILES.filter((file) => /^docs\/decisions\/\d{4}-/.test(file)).map((file) => {
  const name = path.posix.basename(file)
  return { file, name, number: Number(name.slice(0, 4)), text: readFileSync(file, 'utf8') }
})

/** What the recipes of CONTRIBUTING.md have their reader write. */
const WRITTEN_BY_THE_READER = ['engine/analysis/indicators/williamsR.ts', 'docs/decisions/NNNN-title.md']

const documents = FILES.filter((file) => file.endsWith('.md')).map((file) => ({ file, text: readFileSync(file, 'utf8') }))

test('links of documents lead to files and headings that there are', () => {
  const links = named((text) => [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, address]) => address ?? []))
  expect(links.filter(({ name, file }) => !/^(https?:|mailto:)/.test(name) && !leadsSomewhere(name, file))).toEqual([])
})

test('files and folders that documents name are there', () => {
  expect(named(codesOf).filter(({ name }) => isPath(name) && !WRITTEN_BY_THE_READER.includes(name) && !exists(name))).toEqual([])
})

test('npm scripts that documents name are there', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const commands = named((text) => [...text.matchAll(/\bnpm run (?:--?\w+ )?([\w:-]+)/g)].flatMap(([, name]) => name ?? []))
  expect(commands.filter(({ name }) => !Object.hasOwn(scripts, name))).toEqual([])
})

test('every decision is in the index once, under its title, and numbers have no gaps', () => {
  const index = readFileSync('docs/decisions/README.md', 'utf8')
  const lines = [...index.matchAll(/^- \[(.+?)\]\((\d{4}-.+?)\)/gm)].map(([, title = '', name = '']) => ({ name, title: `# ${title}` }))
  const written = decisions.map(({ name, text }) => ({ name, title: text.split('\n')[0] }))
  expect(lines.sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual(written)
  expect(decisions.map(({ number }) => number)).toEqual(decisions.map((_, i) => i + 1))
})

test('every decision says its status, what asked for it, what was decided and what follows', () => {
  const status = String.raw`Status: (Accepted|Superseded by \[\d+\]).*`
  const shape = (number: number) =>
    new RegExp(`^# ${number}\\. .+\\n\\n${status}\\n\\n## Context\\n\\n[^#]+\\n## Decision\\n\\n[^#]+\\n## Consequences\\n\\n[^#]+$`)
  expect(decisions.filter(({ number, text }) => !shape(number).test(text)).map(({ file }) => file)).toEqual([])
})

/** What is found in each document. */
function named(find: (text: string) => string[]): { name: string; file: string }[] {
  return documents.flatMap(({ file, text }) => find(text).map((name) => ({ name, file })))
}

function foldersOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1)
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'))
}

/** A document without its blocks of code. */
function prose(text: string): string {
  return text.replaceAll(/^```[^]*?^```/gm, '')
}

/** What stands in backticks and has no spaces. */
function codesOf(text: string): string[] {
  return [...prose(text).matchAll(/`([^`\s]+)`/g)].flatMap(([, code]) => code ?? [])
}

/** Whether it is meant as a file or folder of this repository: by its first folder, or as the bare name of a file of code. */
function isPath(code: string): boolean {
  if (code.includes('/')) return TOP.includes(code.split('/')[0] ?? '')
  return /^\w[\w.-]*\.(tsx?|mjs|sql|graphql)$/.test(code)
}

/** `<topic>` and `*` stand for any name. */
function exists(code: string): boolean {
  const pattern = code
    .replace(/\/$/, '')
    .replaceAll('.', '\\.')
    .replaceAll(/<\w+>|\*/g, '[^/]+')
  const wanted = new RegExp(`^${pattern}$`)
  return [...FILES, ...FOLDERS, ...(code.includes('/') ? [] : NAMES)].some((name) => wanted.test(name))
}

function leadsSomewhere(link: string, from: string): boolean {
  const [target = '', heading] = link.split('#')
  const file = target === '' ? from : path.posix.join(path.posix.dirname(from), target)
  if (!FILES.includes(file) && !FOLDERS.has(file)) return false
  return heading === undefined || headingsOf(file).includes(heading)
}

/** As the usual hosts name them in addresses. */
function headingsOf(file: string): string[] {
  return [...prose(readFileSync(file, 'utf8')).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    (heading ?? '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
