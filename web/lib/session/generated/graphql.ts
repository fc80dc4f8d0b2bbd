/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** A new password in place of the old one. */
export type ChangePasswordInput = {
  /** Of the authenticator, or a recovery code: where two-factor sign-in is on, unless one was given within ten minutes. */
  code?: string | null | undefined;
  /** The old one. */
  currentPassword: string;
  /** As at the sign-up. */
  newPassword: string;
};

/** Credentials of an account. */
export type LoginInput = {
  /** E-mail address; letter case does not matter. */
  email: string;
  /** The password of the account. */
  password: string;
};

/** A new password by a link that was mailed. */
export type ResetPasswordInput = {
  /** As at the sign-up. */
  newPassword: string;
  /** From the link. */
  token: string;
};

/** What an account may do. */
export type Role =
  /** Also manages strategies and the service. */
  | 'admin'
  /** Read-only: also reads the schema and figures over all users, and does not trade. */
  | 'analyst'
  /** Trades for itself. */
  | 'user';

/** The second step of a sign-in. */
export type SecondFactorInput = {
  /** From `login`. */
  challenge: string;
  /** Six digits of the authenticator, or a recovery code. */
  code: string;
};

/** What a new account needs. */
export type SignupInput = {
  /** The same password again. */
  confirmPassword: string;
  /** E-mail address; letter case does not matter. */
  email: string;
  /** Full name, 1–100 characters. */
  name: string;
  /** 6–200 characters; not one of the most used passwords, nor words of trading alone, nor the own name or address. */
  password: string;
};

export type ForgotPasswordMutationVariables = Exact<{
  email: string;
}>;


export type ForgotPasswordMutation = { forgotPassword: boolean };

export type ResetPasswordMutationVariables = Exact<{
  input: ResetPasswordInput;
}>;


export type ResetPasswordMutation = { resetPassword: boolean };

export type ResendVerificationMutationVariables = Exact<{
  email: string;
}>;


export type ResendVerificationMutation = { resendVerification: boolean };

export type VerifyEmailMutationVariables = Exact<{
  token: string;
  password?: string | null | undefined;
}>;


export type VerifyEmailMutation = { verifyEmail: boolean };

export type MeQueryVariables = Exact<{ [key: string]: never; }>;


export type MeQuery = { me: { id: string, name: string, email: string, role: Role, tradingIndex: string } };

export type RefreshMutationVariables = Exact<{
  refreshToken: string;
  unattended: boolean;
}>;


export type RefreshMutation = { refresh: { token: string, refreshToken: string } };

export type LogoutMutationVariables = Exact<{
  refreshToken: string;
}>;


export type LogoutMutation = { logout: boolean };

export type ChangePasswordMutationVariables = Exact<{
  input: ChangePasswordInput;
}>;


export type ChangePasswordMutation = { changePassword: { token: string, refreshToken: string } };

export type LoginMutationVariables = Exact<{
  input: LoginInput;
}>;


export type LoginMutation = { login: { token: string | null, refreshToken: string | null, challenge: string | null, user: { id: string, name: string, email: string, role: Role, tradingIndex: string } | null } };

export type LoginSecondFactorMutationVariables = Exact<{
  input: SecondFactorInput;
}>;


export type LoginSecondFactorMutation = { loginSecondFactor: { token: string, refreshToken: string, user: { id: string, name: string, email: string, role: Role, tradingIndex: string } } };

export type SignupMutationVariables = Exact<{
  input: SignupInput;
}>;


export type SignupMutation = { signup: { token: string, refreshToken: string, user: { id: string, name: string, email: string, role: Role, tradingIndex: string } } };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}

export const ForgotPasswordDocument = new TypedDocumentString(`
    mutation ForgotPassword($email: String!) {
  forgotPassword(email: $email)
}
    `) as unknown as TypedDocumentString<ForgotPasswordMutation, ForgotPasswordMutationVariables>;
export const ResetPasswordDocument = new TypedDocumentString(`
    mutation ResetPassword($input: ResetPasswordInput!) {
  resetPassword(input: $input)
}
    `) as unknown as TypedDocumentString<ResetPasswordMutation, ResetPasswordMutationVariables>;
export const ResendVerificationDocument = new TypedDocumentString(`
    mutation ResendVerification($email: String!) {
  resendVerification(email: $email)
}
    `) as unknown as TypedDocumentString<ResendVerificationMutation, ResendVerificationMutationVariables>;
export const VerifyEmailDocument = new TypedDocumentString(`
    mutation VerifyEmail($token: String!, $password: String) {
  verifyEmail(token: $token, password: $password)
}
    `) as unknown as TypedDocumentString<VerifyEmailMutation, VerifyEmailMutationVariables>;
export const MeDocument = new TypedDocumentString(`
    query Me {
  me {
    id
    name
    email
    role
    tradingIndex
  }
}
    `) as unknown as TypedDocumentString<MeQuery, MeQueryVariables>;
export const RefreshDocument = new TypedDocumentString(`
    mutation Refresh($refreshToken: String!, $unattended: Boolean!) {
  refresh(refreshToken: $refreshToken, unattended: $unattended) {
    token
    refreshToken
  }
}
    `) as unknown as TypedDocumentString<RefreshMutation, RefreshMutationVariables>;
export const LogoutDocument = new TypedDocumentString(`
    mutation Logout($refreshToken: String!) {
  logout(refreshToken: $refreshToken)
}
    `) as unknown as TypedDocumentString<LogoutMutation, LogoutMutationVariables>;
export const ChangePasswordDocument = new TypedDocumentString(`
    mutation ChangePassword($input: ChangePasswordInput!) {
  changePassword(input: $input) {
    token
    refreshToken
  }
}
    `) as unknown as TypedDocumentString<ChangePasswordMutation, ChangePasswordMutationVariables>;
export const LoginDocument = new TypedDocumentString(`
    mutation Login($input: LoginInput!) {
  login(input: $input) {
    user {
      id
      name
      email
      role
      tradingIndex
    }
    token
    refreshToken
    challenge
  }
}
    `) as unknown as TypedDocumentString<LoginMutation, LoginMutationVariables>;
export const LoginSecondFactorDocument = new TypedDocumentString(`
    mutation LoginSecondFactor($input: SecondFactorInput!) {
  loginSecondFactor(input: $input) {
    user {
      id
      name
      email
      role
      tradingIndex
    }
    token
    refreshToken
  }
}
    `) as unknown as TypedDocumentString<LoginSecondFactorMutation, LoginSecondFactorMutationVariables>;
export const SignupDocument = new TypedDocumentString(`
    mutation Signup($input: SignupInput!) {
  signup(input: $input) {
    user {
      id
      name
      email
      role
      tradingIndex
    }
    token
    refreshToken
  }
}
    `) as unknown as TypedDocumentString<SignupMutation, SignupMutationVariables>;