import path from 'node:path'
import { accessibilityFaults } from './accessibility.ts'
import { PUBLIC_VIEWS, showView, SIGNED_IN_VIEWS } from './everyView.ts'
import { layoutShiftOf, watchLayoutShifts } from './layoutShift.ts'
import { paintTheme, type Theme } from './paintTheme.ts'
import { heaviestScreen, scriptBytesOfFiles, scriptBytesOfPage } from './scriptBytes.ts'
import type { Product, Tokens } from './startProduct.ts'

/** One line of `npm run check:web`. */
export interface WebFigure {
  readonly what: string
  readonly measured: string
  readonly wanted: string
  readonly reached: boolean
  /** The findings, where it falls short. */
  readonly details: readonly string[]
}

export const WIDTHS = [1440, 390] as const

const KIB = 1_024
const DESK = { width: 1440, height: 900 }
const LARGEST_SHIFT = 0.02
/** How long a screen is watched once its data is there. */
const WATCHED_MS = 3_000

/** The weight of script, brotli-compressed, of first loads. */
export async function weighScripts(product: Product, tokens: Tokens): Promise<WebFigure[]> {
  const heaviest = heaviestScreen()
  return [
    weight('landing, first load', await loaded(product, '/'), 110),
    weight('signed-in shell', scriptBytesOfFiles('main', 'SignedInShell'), 175),
    weight('dashboard, first load with chart', await loaded(product, '/dashboard', tokens), 250),
    weight(`heaviest screen (${heaviest.name})`, heaviest.bytes, 40),
  ]
}

async function loaded(product: Product, screen: string, tokens?: Tokens): Promise<number> {
  const profile = await product.openProfile({ viewport: DESK, moves: true, ...(tokens ? { tokens } : {}) })
  try {
    return await scriptBytesOfPage(await profile.newPage(), product.address + screen)
  } finally {
    await profile.close()
  }
}

function weight(what: string, bytes: number, wanted: number): WebFigure {
  const reached = bytes <= wanted * KIB
  return { what: `script of the ${what}`, measured: `${(bytes / KIB).toFixed(1)} KiB`, wanted: `≤ ${wanted} KiB`, reached, details: [] }
}

interface Walk {
  readonly widths: readonly number[]
  readonly themes: readonly Theme[]
  /** Also what opens over the screens. */
  readonly dialogs: boolean
  /** Where screenshots of each view, width and theme go; null: nowhere. */
  readonly screenshots: string | null
}

/** Checks every view: axe-core's findings in each theme, and layout shifts while it loads and live data comes. */
export async function walkViews(product: Product, tokens: Tokens, walk: Walk): Promise<WebFigure[]> {
  const faults: string[] = []
  const shifts: { readonly view: string; readonly sum: number; readonly moved: string }[] = []
  let looks = 0
  for (const width of walk.widths)
    for (const [views, signedIn] of [
      [PUBLIC_VIEWS, {}],
      [SIGNED_IN_VIEWS, { tokens }],
    ] as const) {
      const profile = await product.openProfile({ viewport: { width, height: 900 }, moves: true, ...signedIn })
      await watchLayoutShifts(profile)
      for (const view of views) {
        if (view.open && !walk.dialogs) continue
        const { page } = await product.openPage(profile)
        await showView(page, product.address, view)
        if (!view.open) {
          await page.waitForTimeout(WATCHED_MS)
          const { sum, shifts: moves } = await layoutShiftOf(page)
          shifts.push({ view: `${view.name} at ${width}`, sum, moved: moves.flatMap(({ moved }) => moved).join(' | ') })
        }
        for (const theme of walk.themes) {
          await paintTheme(page, theme)
          looks++
          for (const fault of await accessibilityFaults(page)) faults.push(`${view.name} at ${width}, ${theme}: ${fault}`)
          if (walk.screenshots) await page.screenshot({ path: path.join(walk.screenshots, `${view.name}-${width}-${theme}.png`) })
        }
        await page.close()
      }
      await profile.close()
    }
  const most = shifts.reduce((worst, shift) => (shift.sum > worst.sum ? shift : worst), { view: 'none', sum: 0, moved: '' })
  return [
    {
      what: `faults axe-core finds in ${looks} looks`,
      measured: String(faults.length),
      wanted: '0',
      reached: faults.length === 0,
      details: faults,
    },
    {
      what: `largest layout shift of ${shifts.length} screens (${most.view})`,
      measured: most.sum.toFixed(4),
      wanted: `≤ ${LARGEST_SHIFT}`,
      reached: most.sum <= LARGEST_SHIFT,
      details: shifts.filter(({ sum }) => sum > LARGEST_SHIFT).map(({ view, sum, moved }) => `${view}: ${sum.toFixed(4)} by ${moved}`),
    },
  ]
}
