import type { MarketChangeInput } from '../../gql/generated/graphql.ts'

/**
 * What a file is to change: .csv is daily India VIX, everything else all tables as JSON. The server says whether it can be used. Rejects
 * with an Error that names the file when it is no JSON.
 */
export async function readMarketFile(file: File): Promise<MarketChangeInput> {
  const text = await file.text()
  if (file.name.toLowerCase().endsWith('.csv')) return { vix: text }
  const tables = parse(file.name, text)
  if (typeof tables !== 'object' || tables === null || Array.isArray(tables)) throw new Error(`${file.name} holds no market tables.`)
  return { tables: { ...tables } }
}

function parse(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${name} is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`, { cause: error })
  }
}
