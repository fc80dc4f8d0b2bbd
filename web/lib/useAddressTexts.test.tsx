import { act, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, it } from 'vitest'
import { useAddressTexts } from './useAddressTexts.ts'

const USUAL = { search: '', mode: 'PAPER' }

function visit(address: string) {
  const seen: { current?: ReturnType<typeof useAddressTexts<typeof USUAL>> } = {}
  function Screen() {
    seen.current = useAddressTexts(USUAL)
    return null
  }
  const router = createMemoryRouter([{ path: '*', element: <Screen /> }], { initialEntries: [address] })
  render(<RouterProvider router={router} />)
  return { router, seen: () => seen.current! }
}

it('reads what the address says, and what is usual where it says nothing', () => {
  expect(visit('/?search=nifty%20ce').seen().texts).toEqual({ search: 'nifty ce', mode: 'PAPER' })
  expect(visit('/?mode=LIVE&search=').seen().texts).toEqual({ search: '', mode: 'LIVE' })
})

it('writes what is not usual, leaves out what is, and keeps the names of others', async () => {
  const { router, seen } = visit('/?other=1&search=x')
  expect(seen().linkWith({ mode: 'LIVE' })).toBe('?other=1&search=x&mode=LIVE')
  act(() => seen().change({ mode: 'LIVE', search: '' }))
  expect(router.state.location.search).toBe('?other=1&mode=LIVE')
  act(() => seen().change({ mode: 'PAPER' }, { replace: true }))
  expect(router.state.location.search).toBe('?other=1')
  await act(() => router.navigate(-1))
  expect(router.state.location.search).toBe('?other=1&search=x')
})
