import sodium from 'libsodium-wrappers'
import { ByteReader } from './ByteReader.ts'

const PIECE_BYTES = 65_536
const LENGTH_BYTES = 4

/** The start of a sealed stream: the key of this stream, sealed to a public key, and the cipher's own header. */
export interface StreamStart {
  readonly sealedKey: Uint8Array
  readonly header: Uint8Array
}

/**
 * Seals a stream to a public key, piece by piece (libsodium's secretstream: XChaCha20-Poly1305): nobody changes, drops, doubles or reorders
 * a piece, or cuts off the end, unnoticed. `bound` is the clear text that belongs to it.
 */
export async function sealStream(
  publicKey: Uint8Array,
): Promise<StreamStart & { readonly seal: (bound: Uint8Array) => (plain: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array> }> {
  await sodium.ready
  const key = sodium.crypto_secretstream_xchacha20poly1305_keygen()
  const { state, header } = sodium.crypto_secretstream_xchacha20poly1305_init_push(key)
  const sealedKey = sodium.crypto_box_seal(key, publicKey)
  const push = (piece: Uint8Array, bound: Uint8Array, isLast: boolean) => {
    const tag = isLast ? sodium.crypto_secretstream_xchacha20poly1305_TAG_FINAL : sodium.crypto_secretstream_xchacha20poly1305_TAG_MESSAGE
    const sealed = sodium.crypto_secretstream_xchacha20poly1305_push(state, piece, bound, tag)
    const length = Buffer.alloc(LENGTH_BYTES)
    length.writeUInt32BE(sealed.length)
    return Buffer.concat([length, sealed])
  }
  const seal = (bound: Uint8Array) =>
    async function* (plain: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      let waiting: Uint8Array[] = []
      let length = 0
      for await (const chunk of plain) {
        waiting.push(chunk)
        length += chunk.length
        if (length <= PIECE_BYTES) continue
        const all = Buffer.concat(waiting, length)
        let at = 0
        for (; length - at > PIECE_BYTES; at += PIECE_BYTES) yield push(all.subarray(at, at + PIECE_BYTES), bound, false)
        waiting = [all.subarray(at)]
        length -= at
      }
      yield push(Buffer.concat(waiting, length), bound, true)
    }
  return { sealedKey, header, seal }
}

/** What was sealed. Rejects at the first piece that is not as it was written, or at a missing end. `streamKey` comes from openStreamKey. */
export async function* openStream(
  source: ByteReader,
  streamKey: Uint8Array,
  header: Uint8Array,
  bound: Uint8Array,
): AsyncGenerator<Uint8Array> {
  const state = sodium.crypto_secretstream_xchacha20poly1305_init_pull(header, streamKey)
  const most = PIECE_BYTES + sodium.crypto_secretstream_xchacha20poly1305_ABYTES
  for (;;) {
    const length = (await source.read(LENGTH_BYTES))?.readUInt32BE()
    const sealed = length !== undefined && length <= most ? await source.read(length) : null
    if (!sealed) throw new Error('a piece of it is missing')
    const opened = sodium.crypto_secretstream_xchacha20poly1305_pull(state, sealed, bound)
    if (!opened) throw new Error('a piece of it was changed')
    yield opened.message
    if (opened.tag === sodium.crypto_secretstream_xchacha20poly1305_TAG_FINAL) return
  }
}

/** The key of a stream; null: it was sealed to another public key. */
export async function openStreamKey(sealedKey: Uint8Array, publicKey: Uint8Array, secretKey: Uint8Array): Promise<Uint8Array | null> {
  await sodium.ready
  try {
    return sodium.crypto_box_seal_open(sealedKey, publicKey, secretKey)
  } catch {
    // The library's only way of saying that it is not for this key.
    return null
  }
}
