import { readPieces } from './readPieces.ts'

/** Reads a whole text file. See readPieces. */
export async function readText(file: string): Promise<string> {
  let text = ''
  await readPieces(file, (piece) => {
    text += piece
  })
  return text
}
