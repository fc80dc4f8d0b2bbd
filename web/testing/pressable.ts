import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** A button once it takes a press: a question takes none before it has stood for a moment (ui/useSettled.ts). For tests only. */
export async function pressable<Element extends HTMLElement>(button: Element): Promise<Element> {
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  return button
}
