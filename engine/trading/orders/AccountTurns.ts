/** Serialises work per account: two concurrent checks of its holdings would count the same units. */
export class AccountTurns {
  /** The end of the queue, by account. */
  readonly #ends = new Map<string, Promise<void>>()

  /** Starts when earlier work of the account has settled. Rejects as `work` does. */
  take(account: string, work: () => Promise<void>): Promise<void> {
    const mine = (this.#ends.get(account) ?? Promise.resolve()).then(work)
    const end = mine
      .catch(() => undefined)
      .then(() => {
        if (this.#ends.get(account) === end) this.#ends.delete(account)
      })
    this.#ends.set(account, end)
    return mine
  }
}
