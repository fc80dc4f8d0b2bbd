/** Has what concerns one account done in turns: two checks of what it holds at once would both count on the same units. */
export class AccountTurns {
  /** The end of the last, by account. */
  readonly #ends = new Map<string, Promise<void>>()

  /** Begins when what was asked for before has ended, however it did. Rejects as `work` does. */
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
