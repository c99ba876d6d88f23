import type { Frame } from '#ddp/server/frame.ts'

/** One unmasked WebSocket text frame (RFC 6455 §5.2) around a UTF-8 text. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const bytes = Buffer.allocUnsafe(head + length)
  bytes[0] = 0x81
  if (head === 2) bytes[1] = length
  else if (head === 4) {
    bytes[1] = 126
    bytes.writeUInt16BE(length, 2)
  } else {
    bytes[1] = 127
    bytes.writeBigUInt64BE(BigInt(length), 2)
  }
  bytes.write(text, head)
  return bytes
}

export type Framing = 'ws' | 'sockjs'

/** SockJS wraps each message in an array of strings (rule T3). */
export const sockjsText = (text: string): string => `a[${JSON.stringify(text)}]`

/** A frame's text as a JSON string, encoded once for all SockJS sessions without WebSocket that it is sent to (rule T10). */
export function quotedBytes(frame: Frame): Uint8Array {
  frame.encoded.quoted ??= Buffer.from(JSON.stringify(frame.text))
  return frame.encoded.quoted
}

/** A frame's bytes, encoded once for all the sockets that it is sent to. */
export function frameBytes(frame: Frame, framing: Framing): Uint8Array {
  const encoded = frame.encoded[framing]
  if (encoded !== undefined) return encoded
  const bytes = textFrame(framing === 'ws' ? frame.text : sockjsText(frame.text))
  frame.encoded[framing] = bytes
  return bytes
}
