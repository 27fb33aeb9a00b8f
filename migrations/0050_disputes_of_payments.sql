-- What of `returned_pence` a card's bank has taken, and whether it may still decide for us. The rest was refunded.
ALTER TABLE payments ADD COLUMN disputed_pence INTEGER NOT NULL DEFAULT 0;
ALTER TABLE payments ADD COLUMN dispute TEXT CHECK (dispute IN ('open', 'lost'));
