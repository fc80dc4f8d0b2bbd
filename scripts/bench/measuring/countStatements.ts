import pg from 'pg'

/** Counts what this process sends to databases until it is stopped. */
export function countStatements() {
  const { query } = pg.Client.prototype
  let count = 0
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    count++
    return Reflect.apply(query, this, given) as never
  }
  return {
    stop() {
      pg.Client.prototype.query = query
      return count
    },
  }
}
