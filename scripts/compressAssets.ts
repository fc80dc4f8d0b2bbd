import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Below this a compressed file saves next to nothing. A first load has three files that are hardly larger. */
const MIN_BYTES = 512
const TEXT = /\.(js|css|svg)$/

/** Writes a `.br` and a `.gz` beside every text file of a folder: the gateway sends them to browsers that take them, and compresses nothing itself. */
export async function compressAssets(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((file) => TEXT.test(file)).map((file) => path.join(folder, file))
  await Promise.all(
    files.map(async (file) => {
      if ((await stat(file)).size < MIN_BYTES) return
      const content = await readFile(file)
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
        promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
      ])
      await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
    }),
  )
}
