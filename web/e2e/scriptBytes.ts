import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'

const ASSETS = 'dist/web/assets'

/** Bytes of script, compressed as they came, that a page fetched until its network was idle. Its browser profile has nothing cached. */
export async function scriptBytesOfPage(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'networkidle' })
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  )
}

/** Compressed bytes of the built files whose names begin with these words, and of their static imports. */
export function scriptBytesOfFiles(...names: readonly string[]): number {
  const open = names.map((name) => builtFiles().find((file) => file.startsWith(`${name}-`)) ?? missing(name))
  const found = new Set<string>()
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue
    found.add(file)
    const code = readFileSync(path.join(ASSETS, file), 'utf8')
    for (const [, imported] of code.matchAll(/\b(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g)) if (imported) open.push(imported)
  }
  return [...found].reduce((sum, file) => sum + compressedSize(file), 0)
}

/** The heaviest screen's own file, compressed. */
export function heaviestScreen(): { readonly name: string; readonly bytes: number } {
  const screens = builtFiles()
    .filter((file) => /^\w+Screen-/.test(file))
    .map((file) => ({ name: file.replace(/-.*/, ''), bytes: compressedSize(file) }))
  return screens.sort((a, b) => b.bytes - a.bytes)[0] ?? missing('…Screen')
}

const builtFiles = () => readdirSync(ASSETS).filter((file) => file.endsWith('.js'))

function compressedSize(file: string): number {
  const compressed = path.join(ASSETS, `${file}.br`)
  return statSync(existsSync(compressed) ? compressed : path.join(ASSETS, file)).size
}

function missing(name: string): never {
  throw new Error(`${ASSETS} holds no ${name}: build first`)
}
