import { expect, test } from 'vitest'
import { accessibilityFaults } from './accessibility.ts'
import { showView, SIGNED_IN_VIEWS } from './everyView.ts'
import type { Walk } from './openScreens.ts'
import { paintTheme, THEMES } from './paintTheme.ts'

/** Every page and dialog of the admin's as axe-core sees it, in each theme. */
export function adminLooks({ place, screens }: Walk): void {
  const views = SIGNED_IN_VIEWS.filter(({ name }) => name.startsWith('admin'))

  test.each(views)('axe-core finds nothing wrong with $name in every theme', async (view) => {
    const { open, product } = screens()
    const page = await open('admin', place, view.path)
    await showView(page, product.address, view)
    const faults: string[] = []
    for (const theme of THEMES) {
      await paintTheme(page, theme)
      faults.push(...(await accessibilityFaults(page)).map((fault) => `${theme}: ${fault}`))
    }
    expect(faults).toEqual([])
    await page.context().close()
  })

  test('the navigation of the admin pages shows the one that is open', async () => {
    const { open } = screens()
    const page = await open('admin', place, '/admin/announcements')
    const link = page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link', { name: 'Announcements' })
    await link.waitFor()
    const isInSight = () =>
      link.evaluate((element) => {
        const [own, around] = [element.getBoundingClientRect(), element.parentElement?.getBoundingClientRect()]
        return around !== undefined && own.left >= around.left && own.right <= around.right + 1
      })
    await expect.poll(isInSight).toBe(true)
    await page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link', { name: 'Audit log' }).click()
    await page.getByRole('heading', { name: 'Audit Log', level: 1 }).waitFor()
    await page.context().close()
  })
}
