import { create } from 'zustand'

/** Whether what comes and goes is moved: the code for it is loaded, and the user does not ask for less motion. */
export const useMotion = create<{ readonly ready: boolean }>()(() => ({ ready: false }))

/**
 * Loads what moves things when the browser is idle, and not while the user asks for less motion. Never resolves where it cannot be
 * had: then nothing moves, and nothing else is missing.
 */
export async function loadMotion() {
  await new Promise<unknown>((resolve) => ('requestIdleCallback' in window ? requestIdleCallback(resolve) : setTimeout(resolve)))
  const less = window.matchMedia('(prefers-reduced-motion: reduce)')
  if (less.matches) await new Promise((resolve) => less.addEventListener('change', resolve, { once: true }))
  const { motionFeatures } = await import('./motionFeatures.ts').catch(() => new Promise<never>(() => undefined))
  const tell = () => useMotion.setState({ ready: !less.matches })
  tell()
  less.addEventListener('change', tell)
  return motionFeatures
}
