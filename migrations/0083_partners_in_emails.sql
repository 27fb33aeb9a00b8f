-- Mails that name a partner to admins outlive the partner: their rows keep neither subject nor text.
UPDATE emails SET subject = NULL, text = NULL WHERE template IN ('transfer_failed', 'affiliate_application');
