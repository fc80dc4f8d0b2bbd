import { expect, test } from 'vitest'
import { accessibilityFaults } from './accessibility.ts'
import type { Walk } from './openScreens.ts'
import { weighScripts } from './webFigures.ts'

/** The measurements of `npm run check:web` that are the same on every machine. */
export function figuresWalk({ place, wide, screens }: Walk): void {
  if (wide)
    test('first loads weigh no more than they may', async () => {
      const { product, tokens } = screens()
      const figures = await weighScripts(product, tokens('trader'))
      expect(figures.filter(({ reached }) => !reached)).toEqual([])
    })

  test.each(['/dashboard', '/strategies', '/history', '/profile'])('axe-core finds nothing wrong with %s', async (path) => {
    const page = await screens().open('trader', place, path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await accessibilityFaults(page)).toEqual([])
    await page.context().close()
  })
}
