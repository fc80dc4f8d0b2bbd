import { create } from 'zustand'

interface PageTroubles {
  /** The browser keeps nothing for the page: what it would have kept lasts for the visit. */
  readonly unstored: boolean
  /** Somebody else has changed what the page shows, such as a translator: what is there may be out of date. */
  readonly changed: boolean
}

/** What is wrong with the page as a whole, for the user to be told once. */
export const usePageTroubles = create<PageTroubles>(() => ({ unstored: false, changed: false }))

/** A trouble that is known already changes nothing: this is called from everywhere, renders included. */
export function tellTrouble(trouble: keyof PageTroubles): void {
  if (!usePageTroubles.getState()[trouble]) usePageTroubles.setState({ [trouble]: true })
}
