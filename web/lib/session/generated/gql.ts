/* eslint-disable */
import * as types from './graphql';



/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "mutation ForgotPassword($email: String!) {\n  forgotPassword(email: $email)\n}\n\nmutation ResetPassword($input: ResetPasswordInput!) {\n  resetPassword(input: $input)\n}\n\nmutation ResendVerification($email: String!) {\n  resendVerification(email: $email)\n}\n\nmutation VerifyEmail($token: String!, $password: String) {\n  verifyEmail(token: $token, password: $password)\n}": typeof types.ForgotPasswordDocument,
    "query Me {\n  me {\n    id\n    name\n    email\n    role\n    tradingIndex\n  }\n}\n\nmutation Refresh($refreshToken: String!, $unattended: Boolean!) {\n  refresh(refreshToken: $refreshToken, unattended: $unattended) {\n    token\n    refreshToken\n  }\n}\n\nmutation Logout($refreshToken: String!) {\n  logout(refreshToken: $refreshToken)\n}\n\nmutation ChangePassword($input: ChangePasswordInput!) {\n  changePassword(input: $input) {\n    token\n    refreshToken\n  }\n}": typeof types.MeDocument,
    "mutation Login($input: LoginInput!) {\n  login(input: $input) {\n    user {\n      id\n      name\n      email\n      role\n      tradingIndex\n    }\n    token\n    refreshToken\n    challenge\n  }\n}\n\nmutation LoginSecondFactor($input: SecondFactorInput!) {\n  loginSecondFactor(input: $input) {\n    user {\n      id\n      name\n      email\n      role\n      tradingIndex\n    }\n    token\n    refreshToken\n  }\n}\n\nmutation Signup($input: SignupInput!) {\n  signup(input: $input) {\n    user {\n      id\n      name\n      email\n      role\n      tradingIndex\n    }\n    token\n    refreshToken\n  }\n}": typeof types.LoginDocument,
};
const documents: Documents = {
    "mutation ForgotPassword($email: String!) {\n  forgotPassword(email: $email)\n}\n\nmutation ResetPassword($input: ResetPasswordInput!) {\n  resetPassword(input: $input)\n}\n\nmutation ResendVerification($email: String!) {\n  resendVerification(email: $email)\n}\n\nmutation VerifyEmail($token: String!, $password: String) {\n  verifyEmail(token: $token, password: $password)\n}": types.ForgotPasswordDocument,
    "query Me {\n  me {\n    id\n    name\n    email\n    role\n    tradingIndex\n  }\n}\n\nmutation Refresh($refreshToken: String!, $unattended: Boolean!) {\n  refresh(refreshToken: $refreshToken, unattended: $unattended) {\n    token\n    refreshToken\n  }\n}\n\nmutation Logout($refreshToken: String!) {\n  logout(refreshToken: $refreshToken)\n}\n\nmutation ChangePassword($input: ChangePasswordInput!) {\n  changePassword(input: $input) {\n    token\n    refreshToken\n  }\n}": types.MeDocument,
    "mutation Login($input: LoginInput!) {\n  login(input: $input) {\n    user {\n      id\n      name\n      email\n      role\n      tradingIndex\n    }\n    token\n    refreshToken\n    challenge\n  }\n}\n\nmutation LoginSecondFactor($input: SecondFactorInput!) {\n  loginSecondFactor(input: $input) {\n    user {\n      id\n      name\n      email\n      role\n      tradingIndex\n    }\n    token\n    refreshToken\n  }\n}\n\nmutation Signup($input: SignupInput!) {\n  signup(input: $input) {\n    user {\n      id\n      name\n      email\n      role\n      tradingIndex\n    }\n    token\n    refreshToken\n  }\n}": types.LoginDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation ForgotPassword($email: String!) {\n  forgotPassword(email: $email)\n}\n\nmutation ResetPassword($input: ResetPasswordInput!) {\n  resetPassword(input: $input)\n}\n\nmutation ResendVerification($email: String!) {\n  resendVerification(email: $email)\n}\n\nmutation VerifyEmail($token: String!, $password: String) {\n  verifyEmail(token: $token, password: $password)\n}"): typeof import('./graphql').ForgotPasswordDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Me {\n  me {\n    id\n    name\n    email\n    role\n    tradingIndex\n  }\n}\n\nmutation Refresh($refreshToken: String!, $unattended: Boolean!) {\n  refresh(refreshToken: $refreshToken, unattended: $unattended) {\n    token\n    refreshToken\n  }\n}\n\nmutation Logout($refreshToken: String!) {\n  logout(refreshToken: $refreshToken)\n}\n\nmutation ChangePassword($input: ChangePasswordInput!) {\n  changePassword(input: $input) {\n    token\n    refreshToken\n  }\n}"): typeof import('./graphql').MeDocument;
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation Login($input: LoginInput!) {\n  login(input: $input) {\n    user {\n      id\n      name\n      email\n      role\n      tradingIndex\n    }\n    token\n    refreshToken\n    challenge\n  }\n}\n\nmutation LoginSecondFactor($input: SecondFactorInput!) {\n  loginSecondFactor(input: $input) {\n    user {\n      id\n      name\n      email\n      role\n      tradingIndex\n    }\n    token\n    refreshToken\n  }\n}\n\nmutation Signup($input: SignupInput!) {\n  signup(input: $input) {\n    user {\n      id\n      name\n      email\n      role\n      tradingIndex\n    }\n    token\n    refreshToken\n  }\n}"): typeof import('./graphql').LoginDocument;


export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}
