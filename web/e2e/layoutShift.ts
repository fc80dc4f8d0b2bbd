import type { BrowserContext, Page } from 'playwright-core'

interface Shift {
  readonly value: number
  /** The elements that moved, by tag and class. */
  readonly moved: readonly string[]
}

declare global {
  interface Window {
    layoutShifts?: Shift[]
  }
}

/** Makes every page of this profile record unexpected layout shifts, from its first paint on. */
export async function watchLayoutShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: readonly { node: Node | null }[] }
    const shifts: Shift[] = (window.layoutShifts = [])
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[])
        if (!entry.hadRecentInput)
          shifts.push({
            value: entry.value,
            moved: entry.sources.map(({ node }) =>
              node instanceof Element
                ? `${node.tagName.toLowerCase()}.${node.className} ${node.textContent.slice(0, 30)}`
                : String(node?.textContent),
            ),
          })
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** The sum since the page was loaded: at least the browser's own score, which counts the worst five seconds. */
export async function layoutShiftOf(page: Page): Promise<{ readonly sum: number; readonly shifts: readonly Shift[] }> {
  const shifts = await page.evaluate(() => window.layoutShifts ?? [])
  return { sum: shifts.reduce((sum, { value }) => sum + value, 0), shifts }
}
