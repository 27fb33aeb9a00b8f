-- Admins are a few of many accounts, and a schedule keeps what it was told of a partner's account at the payment provider.
CREATE INDEX user_roles_admins ON user_roles (user_id) WHERE role = 'admin';
CREATE INDEX affiliates_by_connect_account ON affiliates (stripe_connect_account_id)
 WHERE stripe_connect_account_id IS NOT NULL;
