import { storageContract } from './contract.ts'
import { startLocalHarness } from './local-harness.ts'

storageContract('the local disk', { strict: true, open: () => startLocalHarness() })
