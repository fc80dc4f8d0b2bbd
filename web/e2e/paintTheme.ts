import type { Page } from 'playwright-core'

export const THEMES = ['midnight', 'forest', 'charcoal'] as const
export type Theme = (typeof THEMES)[number]

/** Another theme, with every transition of colour at its end. For browser tests only. */
export async function paintTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(async (name) => {
    document.documentElement.dataset['theme'] = name
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    )
  }, theme)
}
