import { beforeEach, expect, it } from 'vitest'
import { connectToaster, toast, useToaster } from './toast.ts'

/** A toaster that writes down what it is asked to do. */
function recorder() {
  const asked: string[] = []
  const show = (kind: string) => (text: unknown) => asked.push(`${kind}: ${String(text)}`)
  return {
    asked,
    toaster: {
      ...{ success: show('success'), error: show('error'), info: show('info'), warning: show('warning') },
      dismiss(id?: string | number) {
        asked.push(`dismiss: ${id ?? 'all'}`)
        return id ?? 0
      },
    },
  }
}

beforeEach(() => useToaster.setState(useToaster.getInitialState(), true))

it('shows what was called for before the toaster was there, in order and once, and then everything at once', () => {
  const { asked, toaster } = recorder()
  toast.error('Not loaded', { id: 'load' })
  toast.info('Trade opened')
  toast.dismiss('load')
  connectToaster(toaster)
  expect(asked).toEqual(['error: Not loaded', 'info: Trade opened', 'dismiss: load'])
  toast.success('Saved')
  expect(asked.slice(3)).toEqual(['success: Saved'])
})

it('waits again while the toaster is gone', () => {
  const { asked, toaster } = recorder()
  connectToaster(toaster)
  connectToaster(null)
  toast.warning('Paused')
  expect(asked).toEqual([])
  connectToaster(toaster)
  expect(asked).toEqual(['warning: Paused'])
})

it('has the toaster loaded by the first call', () => {
  expect(useToaster.getState().wanted).toBe(false)
  toast.info('Trade opened')
  expect(useToaster.getState().wanted).toBe(true)
})
