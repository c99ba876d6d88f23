import type { Frame } from '#ddp/server/frame.ts'

/**
 * Concatenates the frames of one write. If the next socket is sent the same frames, it shares the bytes.
 * @param bytesOf returns the bytes of a frame, which it keeps for all the sockets that the frame is sent to
 */
export function batchJoiner(bytesOf: (frame: Frame) => Uint8Array): (frames: readonly Frame[]) => Uint8Array {
  let last: readonly Frame[] = []
  let joined: Uint8Array = new Uint8Array()
  return frames => {
    if (frames.length === 1) return bytesOf(frames[0]!)
    if (frames.length === last.length && frames.every((frame, i) => frame === last[i])) return joined
    joined = Buffer.concat(frames.map(bytesOf))
    last = frames
    return joined
  }
}
