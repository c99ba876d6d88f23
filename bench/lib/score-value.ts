const VALUE = Buffer.from('"value":')

/** The value of the first score in a message, without decoding the message; null if there is none. */
export function readScoreValue(message: Buffer): number | null {
  const found = message.indexOf(VALUE)
  if (found < 0) return null
  let value = 0
  for (let at = found + VALUE.length; message[at]! >= 48 && message[at]! <= 57; at++) value = value * 10 + message[at]! - 48
  return value
}
