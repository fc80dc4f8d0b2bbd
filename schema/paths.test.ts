import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { paths, SCREENS } from './paths.ts'
import { isScreen } from './screens.ts'

const ROOT = path.join(import.meta.dirname, '..')
/** Tests say what users see, generated files what others said, and REST routes begin with words of their own. */
const NOT_READ = /\.test\.tsx?$|^web\/e2e\/|\/generated\/|\/(routes|tokenReach)\.ts$|^schema\/paths\.ts$/

const words = Object.values(SCREENS).flatMap((screen) => /^\/([a-z-]+)/.exec(screen)?.[1] ?? [])
/** An address within quotes, or the landing page's where only an address can stand. */
const BY_HAND = new RegExp(`['"\`\\s]/(${[...new Set(words)].join('|')})(?=[/?#'"\`.])|(to=|href=|navigate\\()['"]/['"]`)

const byHand = (code: string) => code.split('\n').filter((line) => BY_HAND.test(line))

describe('addresses of screens', () => {
  it('are written in this folder’s paths.ts and nowhere else', () => {
    const files = ['schema', 'prisma', 'engine', 'gateway', 'web'].flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .map((file) => path.posix.join(folder, file))
        .filter((file) => /\.tsx?$/.test(file) && !NOT_READ.test(file)),
    )
    const found = files.flatMap((file) => byHand(readFileSync(path.join(ROOT, file), 'utf8')).map((line) => `${file}: ${line.trim()}`))
    expect(found).toEqual([])
    expect(files.length).toBeGreaterThan(500)
  })

  it.each([
    "const link = '/history'",
    'const link = `/strategies/${id}`',
    '<Link to="/profile#limits">',
    '<Link to="/">',
    "void navigate('/', { replace: true })",
    "'Turn it on at /profile.'",
  ])('are found in %s', (line) => {
    expect(byHand(line)).toEqual([line])
  })

  it.each(["import { x } from '../history/x.ts'", "'/graphql'", "text.split('/')", "'/historyx'"])('are not in %s', (line) => {
    expect(byHand(line)).toEqual([])
  })

  it('lead to screens, with what these are to show', () => {
    const links = [
      paths.indexChart('NIFTY'),
      paths.strategy('s1'),
      paths.strategyEditor('s1'),
      paths.notTaken,
      paths.history({ from: '2026-11-20', to: '2026-11-20', strategy: 's1' }),
      paths.history({ trade: 't1' }),
      paths.profile('limits'),
      paths.brokerOutcome('connected'),
    ]
    expect(links).toEqual([
      ...['/dashboard?index=NIFTY', '/strategies/s1', '/strategies/s1/edit', '/strategies?tab=mine#not-taken'],
      ...['/history?from=2026-11-20&to=2026-11-20&strategy=s1', '/history?trade=t1', '/profile#limits', '/profile?broker=connected'],
    ])
    for (const link of links) expect(isScreen(new URL(link, 'https://sakha.test').pathname)).toBe(true)
  })
})
