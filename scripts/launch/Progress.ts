/** Says on the terminal what a launcher is doing, how far it is, and how long each step took. */
export class Progress {
  private readonly total: number
  private done = 0

  constructor(total: number) {
    this.total = total
  }

  /** Runs one step; its line is finished with the time it took. */
  async step<T>(text: string, work: () => T | Promise<T>): Promise<T> {
    this.done++
    const startedAt = performance.now()
    process.stdout.write(`  [${this.done}/${this.total}] ${text} …`)
    try {
      const result = await work()
      process.stdout.write(` ${((performance.now() - startedAt) / 1_000).toFixed(1)} s\n`)
      return result
    } catch (error) {
      process.stdout.write(' failed\n')
      throw error
    }
  }
}
