import { storageContract } from './contract.ts'
import { localStand } from './local-stand.ts'

storageContract('the local disk', { strict: true, open: () => localStand() })
