import { startLocalHarness } from './local-harness.ts'

/**
 * Runs the local disk in a separate process, whose memory can be measured. It prints its URL and folder as JSON, and ends when its
 * standard input ends.
 */
const { site, root, close } = await startLocalHarness()
process.stdout.write(`${JSON.stringify({ site, root })}\n`)
process.stdin.resume().on('end', () => void close().then(() => process.exit()))
