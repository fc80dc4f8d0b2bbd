import type { Page } from 'playwright-core'
import { PostgresBus } from '../../prisma/bus/PostgresBus.ts'
import type { TimedPrice } from './priceDelays.ts'

declare global {
  interface Window {
    paintedPrices?: TimedPrice[]
  }
}

/** Notes every price that a trade's card shows, from now on, at the beginning of the frame after the one that painted it. */
export async function watchPaintedPrices(page: Page): Promise<void> {
  await page.evaluate(() => {
    const painted: TimedPrice[] = (window.paintedPrices = [])
    const shown = new Map<string, number>()
    new MutationObserver((records) => {
      const fresh: Omit<TimedPrice, 'at'>[] = []
      const cards = new Set(
        records.map(({ target }) => (target instanceof Element ? target : target.parentElement)?.closest('article') ?? null),
      )
      for (const card of cards) {
        const symbol = card?.querySelector('h3')?.title
        const text = card?.querySelector('div.live-price strong')?.textContent ?? ''
        const price = Math.round(Number(text.replace(/[^\d.]/g, '')) * 100)
        if (!symbol || price === 0 || shown.get(symbol) === price) continue
        shown.set(symbol, price)
        fresh.push({ symbol, price })
      }
      if (fresh.length > 0)
        requestAnimationFrame(() => {
          const at = Date.now()
          for (const price of fresh) painted.push({ ...price, at })
        })
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}

/** The records since the last call. */
export function takePaintedPrices(page: Page): Promise<TimedPrice[]> {
  return page.evaluate(() => window.paintedPrices?.splice(0) ?? [])
}

/** Collects the prices that the engine publishes until it is closed. */
export async function watchEnginePrices(databaseUrl: string) {
  const left: TimedPrice[] = []
  const moves = await new PostgresBus(databaseUrl).listenPrices(({ prices, leftAt }) => {
    for (const [symbol, price] of prices) left.push({ symbol, price, at: leftAt })
  })
  return { left, close: () => moves.close() }
}
