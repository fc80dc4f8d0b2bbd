import type { Page } from 'playwright-core'

/** What the product can look like: every theme, dark and light. */
export const THEMES = ['midnight', 'forest', 'charcoal', 'midnight-light', 'forest-light', 'charcoal-light'] as const
export type Theme = (typeof THEMES)[number]

/** Another theme, with every transition of colour at its end. For browser tests only. */
export async function paintTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(async (name) => {
    const [preset = '', light] = name.split('-')
    Object.assign(document.documentElement.dataset, { theme: preset, scheme: light ?? 'dark' })
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    )
  }, theme)
}
