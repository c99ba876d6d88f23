import { localStand } from './local-stand.ts'

/** The local disk in a process of its own, whose memory can be read: says where it is, and ends when its standard input does. */
const { site, root, close } = await localStand()
process.stdout.write(`${JSON.stringify({ site, root })}\n`)
process.stdin.resume().on('end', () => void close().then(() => process.exit()))
