import { Field, ObjectType } from 'type-graphql'
import { Size } from './size.ts'

@ObjectType({ description: 'What an authenticator app needs. Shown once.' })
export class TwoFactorSetup {
  @Field({ description: 'The seed in base32, to be typed where no picture can be taken.' })
  secret!: string

  @Field({ description: 'otpauth:// address of the same.' })
  uri!: string

  @Field({ description: 'QR code of the address: an SVG document.' })
  qrSvg!: string
}

@ObjectType({ description: 'Codes that open the account once each when the authenticator is lost.' })
export class RecoveryCodes {
  @Size(10)
  @Field(() => [String], { description: 'Shown once; only hashes are stored.' })
  codes!: string[]
}
